"""The report: charts, and the page that holds them."""
