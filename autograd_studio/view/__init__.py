"""From a Trace to what is shown of it: the picture, its layout, the narration, what the browser gets, and exports."""
