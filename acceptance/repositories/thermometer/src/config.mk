# The driver is built through a link; its header lies where it is maintained.
INC += -I../submodules/bme280-driver
