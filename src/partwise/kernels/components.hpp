// All connected tables of at most n items, each once up to the order of rows and columns.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "component.hpp"

namespace partwise {

using Stop = std::function<void()>;  // called now and then; throws to stop

class Components {
 public:
  Components(int items, const Stop& stop);

  int count() const { return static_cast<int>(forms_.size()); }
  int first_of(int items) const { return first_of_[items]; }  // those of s items are consecutive
  int items(int id) const;
  const Component& form(int id) const { return forms_[id]; }
  std::int64_t automorphisms(int id) const { return automorphisms_[id]; }
  int id(const Grid& connected) const;
  int transpose(int id) const { return this->id(forms_[id].grid().transposed()); }

 private:
  using Found = std::unordered_map<Component, std::int64_t, ComponentHash>;

  void keep(const Found& found);

  std::vector<Component> forms_;
  std::vector<std::int64_t> automorphisms_;
  std::vector<int> first_of_;
  std::unordered_map<Component, int, ComponentHash> ids_;
};

}  // namespace partwise
