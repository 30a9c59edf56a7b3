import HealthBytes
import HealthConv

Allocator.returnLargeBlocks()
Interruption.install()
HealthConvCommand.start()
