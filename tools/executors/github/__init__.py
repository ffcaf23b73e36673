"""GitHub: trending repositories, activity, trees and files. Only `tools.executors.builtin` imports it."""
