"""What programs print otherwise in a page's interpreter, and why."""

from dataclasses import dataclass


@dataclass
class Difference:
    """The lines of the record, counted from 0, that are other ones there, or None: are missing; and which warnings are."""

    reason: str
    lines: dict[int, str | None]
    unheard: str | None = None  # what the warnings have in common

    def lines_there(self, lines: list[str]) -> list[str]:
        """Return the record's lines as the page has them."""
        there = [self.lines.get(place, line) for place, line in enumerate(lines)]
        return [line for line in there if line is not None]

    def warnings_there(self, warnings: list[list]) -> list[list]:
        """Return the record's warnings as the page has them."""
        return [one for one in warnings if self.unheard is None or self.unheard not in one[1]]


_ONE_CYCLE = (
    "OneCycleLR [0.020000000000000018, 0.17489482710979154, 0.43964257956106434, 0.49720771772545586, 0.46650648492070584, "
    "0.4058728269748815, 0.32368949884755166, 0.23131855133348753, 0.14153049910434962, 0.06673876509441533, "
    "0.01728349371269761, 2e-06]"
)

DIFFERENCES = {
    "creation/unusual_data": Difference(
        "NumPy's own default integer has 32 bits there, and a tensor on an array of the program's has the array's dtype",
        {4: "ValueError can't alias tensor with dtype 'Int' into dtype 'Float'."},
    ),
    "numpy_errors/told_of_the_programs_own": Difference(
        "WebAssembly has no flags of floating point, by which NumPy notices a division by zero of the program's own",
        {6: None},
        unheard=" encountered in ",
    ),
    "schedulers/one_cycle": Difference(
        "the cosine of another C library: one number ends in another digit, its 17th", {0: _ONE_CYCLE, 9: _ONE_CYCLE}
    ),
}
