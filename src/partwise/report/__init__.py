"""The report: charts, and the page that holds them."""

from partwise.report.page import report_html, save_charts, write_report

__all__ = ["report_html", "save_charts", "write_report"]
