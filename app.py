"""Autograd Studio: `streamlit run app.py`."""

from ui.frame import navigation

navigation().run()
