"""What a visitor sees of a page that raised an exception: what to do, and what was written. The log has the rest."""

from __future__ import annotations

import streamlit as st

SORRY = (
    "Something went wrong on this page. Your text is kept. Try again; if that does not help, copy your text and reload "
    "the page in the browser."
)


def show_broken_page(_: Exception) -> bool:
    """Say what to do about a page, a callback or a fragment that raised; return that Streamlit need not say it in its own way."""
    from . import editor  # whose components are registered with the server that runs, so not before it does

    with st.container(key="broken"):
        st.warning(SORRY)
        st.button("Try again", type="primary", key="broken_again")
        texts = editor.texts()
        if texts:
            with st.expander("Your text"):
                for text in texts:
                    st.code(text, language=None, wrap_lines=True)
    return True
