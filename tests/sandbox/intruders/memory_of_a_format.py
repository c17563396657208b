print(len("%1000000000d" % 1))
