import sys
sys.modules["ast"].literal_eval("-" * 200_000 + "1")
