"""Makes workflow tests from stored runs, replays them, and compares versions over tables of cases."""
