"""Converts documents to JSON, as specified by docs/FORMAT.md alone. It shares no code with the library, only the two published symbol tables,
whose bytes it reads from the sources. If it cannot read a document, the specification is incomplete.

usage: read-format.py FILE.blit|FILE.blits        writes JSON to standard output, one document per line

It trusts its input, is slow, and does not read documents that need a dictionary."""
import json
import pathlib
import re
import struct
import sys

STRINGS = pathlib.Path(__file__).parent.parent / "src/Blittable/Text"
EPOCH = 1_293_840_000  # 2011-01-01T00:00:00Z
SIZES = [1, 2, 3, 4, 6, 8]
NIBBLES = {0xF3: b"-./0123456789: T", 0xF4: b"0123456789abcdef"}


def smaz_symbols():
    source = (STRINGS / "Smaz/SmazCodebook.cs").read_text(encoding="utf-8")
    texts = re.findall(r'"((?:[^"\\]|\\.)*)"u8', source[source.index("> Text =>"):])
    return "".join(texts).encode().decode("unicode_escape").encode("latin-1").split(b"|")


def general_symbols():
    source = (STRINGS / "Symbols/GeneralSymbols.cs").read_text(encoding="utf-8")
    return symbols(bytes(int(byte, 16) for byte in re.findall(r"0x([0-9A-F]{2})", source)))


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def symbols(table):
    """Returns the symbols of a table by code."""
    version, count, size, checksum = struct.unpack_from("<BBHI", table)
    start = 8 + 2 * count
    assert version == 1 and len(table) == start + size + 7 and checksum == crc32c(table[:4] + table[8:])
    entries = [entry for entry, in struct.iter_unpack("<H", table[8:start])]
    return [table[start + (entry >> 3):][:(entry & 7) + 1] for entry in entries]


def unsigned(data, at, size):
    return int.from_bytes(data[at:at + size], "little")


def signed(data, at, size):
    return int.from_bytes(data[at:at + size], "little", signed=True)


def varint(data, at):
    """Returns a number and the offset of its end."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def backward_varint(data, end):
    """Returns the number that ends at an offset, and the offset of its start."""
    value = shift = 0
    while True:
        end -= 1
        value |= (data[end] & 0x7F) << shift
        shift += 7
        if data[end] < 0x80:
            return value, end


def quoted(text):
    return json.dumps(text.decode("utf-8"), ensure_ascii=False)


def decimal(mantissa, digits):
    text = str(abs(mantissa)).rjust(digits + 1, "0")
    sign = "-" if mantissa < 0 else ""
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def name_hash(name):
    value = len(name)
    for at in range(0, len(name), 8):
        value = (value ^ int.from_bytes(name[at:at + 8], "little")) * 0x9E3779B97F4A7C15 % 2**64
        value ^= value >> 32
    return value % 2**32


def zigzag(value):
    return (value >> 1) ^ -(value & 1)


def civil(days):
    """Returns year, month and day of a number of days since 1970-01-01, in the proleptic Gregorian calendar."""
    year = 1970 + days // (366 if days >= 0 else 365) - 1
    while days >= days_before(year + 1):
        year += 1
    lengths = [31, 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    day = days - days_before(year)
    month = 0
    while day >= lengths[month]:
        day -= lengths[month]
        month += 1
    return year, month + 1, day + 1


def days_before(year):
    year -= 1
    return 365 * year + year // 4 - year // 100 + year // 400 - 719_162


def date_text(seconds, nanoseconds, offset, digits, zone, separator):
    days, second = divmod(seconds + 60 * offset, 86_400)
    text = "%04d-%02d-%02d" % civil(days)
    if separator == 0:
        return text
    text += " Tt "[separator] + "%02d:%02d:%02d" % (second // 3600, second // 60 % 60, second % 60)
    text += "." + ("%09d" % nanoseconds)[:digits] if digits else ""
    sign = "-" if offset < 0 else "+"
    return text + ["", "Z", "z", "%s%02d:%02d" % (sign, abs(offset) // 60, abs(offset) % 60), "-00:00"][zone]


class Document:
    SMAZ = smaz_symbols()
    GENERAL = general_symbols()

    def __init__(self, data):
        self.data = data
        end = len(data) - 1
        flags = data[end]
        assert flags & 0x87 == 1, "another version"
        assert not flags & 0x08, "a dictionary is needed"
        distance, end = backward_varint(data, end)
        self.root = end - distance
        self.shapes = []
        if flags & 0x10:
            count, end = backward_varint(data, end)
            size = 2 if end - 2 * count < 65_536 else 4
            end -= size * count
            self.shapes = [unsigned(data, end + size * i, size) for i in range(count)]
        self.table = None
        if flags & 0x40:
            length, end = backward_varint(data, end)
            end -= length
            self.table = symbols(data[end:end + length])

    def json(self):
        return self.value(self.root)

    def value(self, at):
        data, tag = self.data, self.data[at]
        if tag <= 0x3F:
            return str(tag)
        if tag <= 0x7F or tag in (0xA5, 0xA6) or 0xF2 <= tag <= 0xF7:
            return quoted(self.text(at))
        if tag <= 0x9F:
            return data[at + 1:at + 1 + tag - 0x80].decode("ascii")
        if tag <= 0xA4:
            return ["null", "false", "true", "[]", "{}"][tag - 0xA0]
        if tag == 0xA7:
            length, at = varint(data, at + 1)
            return data[at:at + length].decode("ascii")
        if 0xA8 <= tag <= 0xAD:
            return str(unsigned(data, at + 1, SIZES[tag - 0xA8]))
        if 0xAE <= tag <= 0xB3:
            return f"-{unsigned(data, at + 1, SIZES[tag - 0xAE])}"
        if 0xB8 <= tag <= 0xBB:
            return "[" + ",".join(self.value(child) for child in self.elements(at)) + "]"
        if tag == 0xBC:
            return self.packed(at)
        if tag == 0xBD:
            count, end = varint(data, at + 1)
            return "[" + ",".join(self.value(child) for child in self.runs(at, end, count)) + "]"
        if tag == 0xBE or 0xC0 <= tag <= 0xC5:
            return "{" + ",".join(f"{quoted(name)}:{self.value(child)}" for name, child in self.properties(at)) + "}"
        if 0xD0 <= tag <= 0xDB:
            digits, size = divmod(tag - 0xD0, 4)
            return decimal(zigzag(unsigned(data, at + 1, size + 1)), digits + 1)
        if 0xDC <= tag <= 0xDE:
            return decimal(zigzag(unsigned(data, at + 2, [4, 6, 8][tag - 0xDC])), data[at + 1])
        if 0xE0 <= tag <= 0xF1:
            return f'"{self.full_date(at) if tag <= 0xE7 else self.compact_date(at)}"'
        raise ValueError(f"tag {tag:02X} at {at:X}")

    def child(self, at):
        """Returns the address of the child at a slot. A reference is followed."""
        size = self.data[at] - 0xC9 + 2
        return at - unsigned(self.data, at + 1, size) if 2 <= size <= 4 else at

    def slots(self, tag_at, at, count, size):
        return [self.child(tag_at - unsigned(self.data, at + size * i, size)) for i in range(count)]

    def runs(self, tag_at, at, count):
        """Returns the children of a large container, whose slots are relative to the origins of runs."""
        size, origins = 1 << self.data[at], at + 1
        slots = origins + 4 * ((count + 15) // 16)
        for i in range(count):
            origin = tag_at - unsigned(self.data, origins + 4 * (i // 16), 4)
            yield self.child(origin - unsigned(self.data, slots + size * i, size))

    def elements(self, at):
        tag = self.data[at]
        count, end = varint(self.data, at + 1)
        if tag != 0xBB:
            return self.slots(at, end, count, 1 << (tag - 0xB8))
        distance, end = varint(self.data, end)
        stride, end = varint(self.data, end)
        return [self.child(at - distance - (count - 1 - i) * stride) for i in range(count)]

    def properties(self, at):
        tag = self.data[at]
        if tag == 0xBE:
            names, end = self.shape(at + 1)
            return zip(names, self.runs(at, end, len(names)))
        if tag <= 0xC2:
            names, end = self.shape(at + 1)
        else:
            number, end = varint(self.data, at + 1)
            names, _ = self.shape(self.shapes[number])
        return zip(names, self.slots(at, end, len(names), 1 << (tag - 0xC0) % 3))

    def shape(self, at):
        """Returns the names of a shape block and the offset of its end."""
        flags = self.data[at]
        count, at = varint(self.data, at + 1)
        at += count if flags & 0x04 else 0
        size = 1 << (flags & 3)
        origins = [0] * count
        if flags & 0x08:
            entry = 2 if count <= 65_536 else 3 if count <= 1 << 24 else 4
            index = [unsigned(self.data, at + entry * i, entry) for i in range(count)]
            at += entry * count
            origins = [unsigned(self.data, at + 4 * (i // 16), 4) for i in range(count)]
            at += 4 * ((count + 15) // 16)
        ends = [0] + [origins[i] + unsigned(self.data, at + size * i, size) for i in range(count)]
        at += size * count
        names = [self.data[at + start:at + end] for start, end in zip(ends, ends[1:])]
        if flags & 0x08:
            order = [(name_hash(names[i]), len(names[i]), names[i], i) for i in index]
            assert all(left < right for left, right in zip(order, order[1:])), "an index in another order"
        return names, at + ends[-1]

    def text(self, at):
        data, tag = self.data, self.data[at]
        if 0x40 <= tag <= 0x7F:
            return data[at + 1:at + 1 + tag - 0x40]
        if tag in (0xA5, 0xA6):
            size = 2 if tag == 0xA5 else 4
            return data[at + 1 + size:][:unsigned(data, at + 1, size)]
        if tag == 0xF7:
            distance, rest = varint(data, at + 2)
            return self.text(at - distance)[:data[at + 1]] + self.text(rest)
        length, at = varint(data, at + 1)
        if tag in NIBBLES:
            pairs = data[at:at + (length + 1) // 2]
            return bytes(NIBBLES[tag][half] for pair in pairs for half in (pair & 15, pair >> 4))[:length]
        return self.smaz(at, length) if tag == 0xF2 else self.coded(at, length, self.GENERAL if tag == 0xF5 else self.table)

    def smaz(self, at, length):
        text = bytearray()
        while len(text) < length:
            code = self.data[at]
            if code < 254:
                text += self.SMAZ[code]
                at += 1
                continue
            run, start = (1, at + 1) if code == 254 else (self.data[at + 1] + 1, at + 2)
            text += self.data[start:start + run]
            at = start + run
        assert len(text) == length
        return bytes(text)

    def coded(self, at, length, table):
        text = bytearray()
        while len(text) < length:
            code = self.data[at]
            text += table[code] if code < 255 else self.data[at + 1:at + 2]
            at += 1 if code < 255 else 2
        assert len(text) == length
        return bytes(text)

    def full_date(self, at):
        seconds, nanoseconds, offset = struct.unpack_from("<qIh", self.data, at + 1)
        tag = self.data[at]
        if tag == 0xE7:
            form = unsigned(self.data, at + 17, 2)
            return date_text(seconds, nanoseconds, offset, form & 15, form >> 4 & 7, form >> 7)
        digits, zone, separator = [(0, 0, 0), (0, 1, 1), (3, 1, 1), (7, 1, 1), (0, 3, 1), (0, 0, 1), (0, 0, 3)][tag - 0xE0]
        return date_text(seconds, nanoseconds, offset, digits, zone, separator)

    def compact_date(self, at):
        data, tag = self.data, self.data[at]
        if tag <= 0xE9:
            return date_text(EPOCH + 86_400 * signed(data, at + 1, tag - 0xE8 + 2), 0, 0, 0, 0, 0)
        if tag <= 0xED:
            zone, separator = [(1, 1), (0, 1), (0, 3), (3, 1)][tag - 0xEA]
            offset = 15 * signed(data, at + 5, 1) if tag == 0xED else 0
            return date_text(EPOCH + signed(data, at + 1, 4), 0, offset, 0, zone, separator)
        if tag <= 0xEF:
            return self.counted(signed(data, at + 1, tag - 0xEE + 5), 3, 0, 1, 1)
        if tag == 0xF0:
            head = data[at + 1]
            return self.counted(signed(data, at + 2, (head >> 4 & 7) + 1), head & 15, 0, 1, 1)
        head = unsigned(data, at + 1, 2)
        width = (head >> 9 & 7) + 1
        count, end = signed(data, at + 3, width), at + 3 + width
        kind = head >> 12 & 3
        offset = [0, 15 * signed(data, end, 1), signed(data, end, 2), signed(data, end, 2)][kind]
        end += [0, 1, 2, 4][kind]
        form = head & 15, head >> 4 & 7, head >> 7 & 3
        if head >> 14 & 1:
            return date_text(EPOCH + count, unsigned(data, end, 4), offset, *form)
        return self.counted(count, form[0], offset, *form[1:])

    @staticmethod
    def counted(count, digits, offset, zone, separator):
        seconds, fraction = divmod(count, 10 ** digits)
        return date_text(EPOCH + seconds, fraction * 10 ** (9 - digits), offset, digits, zone, separator)

    def packed(self, at):
        data, head = self.data, self.data[at + 1]
        is_matrix = head & 0x10
        base_size = 1 << (head & 3)
        columns, at = (data[at + 2], at + 3) if is_matrix else (1, at + 2)
        rows, at = varint(data, at)
        bits, at = varint(data, at) if is_matrix else (0, at)
        readers = []
        for _ in range(columns):
            form, width = data[at:at + 2]
            first = unsigned(data, at + 2, 2) if is_matrix else 0
            at += 4 if is_matrix else 2
            base, at = signed(data, at, base_size), at + base_size
            step, at = (signed(data, at, base_size), at + base_size) if head & 8 else (0, at)
            split, at = (struct.unpack_from("<BBi", data, at), at + 6) if head & 4 else ((0, 0, 0), at)
            readers.append((form, width, first, base, step, split))
            bits = bits if is_matrix else width + split[1]
        offsets = unsigned(data, at, (rows * bits + 7) // 8)
        lines = [[self.number(offsets >> row * bits, row, *reader) for reader in readers] for row in range(rows)]
        return "[" + ",".join("[" + ",".join(line) + "]" if is_matrix else line[0] for line in lines) + "]"

    @staticmethod
    def number(offsets, row, form, width, first, base, step, split):
        exponent, low_width, low_base = split
        offsets >>= first
        mantissa = base + row * step + (offsets & (1 << width) - 1)
        if exponent:
            mantissa = mantissa * 10 ** exponent + low_base + (offsets >> width & (1 << low_width) - 1)
        mantissa = (mantissa + (1 << 63)) % (1 << 64) - (1 << 63)
        kind, scale = form >> 5, form & 31
        text = decimal(mantissa, scale)
        if kind and scale:
            whole, fraction = text.split(".")
            fraction = fraction.rstrip("0") or ("0" if kind == 2 else "")
            text = f"{whole}.{fraction}" if fraction else whole
        return text


def documents(path):
    data = pathlib.Path(path).read_bytes()
    if not data.startswith(b"\xFFBLS"):
        yield data
        return
    at = 4
    while at < len(data):
        length, at = varint(data, at)
        yield data[at:at + length]
        at += length


def main(paths):
    for path in paths:
        for data in documents(path):
            print(Document(data).json())


sys.setrecursionlimit(100_000)
main(sys.argv[1:])
