import HealthConv

Interruption.install()
HealthConvCommand.start()
