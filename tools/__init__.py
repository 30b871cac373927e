"""Programs that write files of this repository; nothing here is installed."""
