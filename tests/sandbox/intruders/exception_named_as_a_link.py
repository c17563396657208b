raise type("![](https://evil.test/x) [here](https://evil.test)", (Exception,), {})("**bold**")
