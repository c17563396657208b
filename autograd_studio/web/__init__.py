"""The Streamlit pieces that the pages share."""
