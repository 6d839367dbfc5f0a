"""The HTML report of a comparison: its pages, tables and figures."""

from partwise.report.page import report_html, save_charts, write_report

__all__ = ["report_html", "save_charts", "write_report"]
