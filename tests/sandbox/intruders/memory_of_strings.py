text = "a"
while True:
    text += text
