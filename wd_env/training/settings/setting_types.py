"""Types that several groups of training settings use, and the error of a setting."""

from typing import Annotated

from wd_env.errors import ConfigError, quoted
from wd_env.options import Ge, Gt, Interval

Count = Annotated[int, Ge(1)]
Positive = Annotated[float, Gt(0)]
NotNegative = Annotated[float, Ge(0)]
Fraction = Annotated[float, Interval(ge=0, le=1)]
PositiveFraction = Annotated[float, Interval(gt=0, le=1)]


def setting_error(key: str, value: object, allowed: str) -> ConfigError:
    return ConfigError(f"{key}: expected {allowed}, got {quoted(value)}")
