import GRDB
import HealthStore
