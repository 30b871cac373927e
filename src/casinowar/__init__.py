"""Casino War, exactly as three rule documents say."""
