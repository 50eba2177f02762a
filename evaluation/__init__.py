"""The library of measures: reads labels and runs, scores them, says how sure an order is; needs only numpy."""
