"""Users as other users see them."""

from tools.api.contract.shapes import Shape


class Person(Shape):
    """A user as others see one."""

    id: int
    username: str
