import { ByteReader } from "./bytes.js";
import { damaged } from "./errors.js";

/** The Tarantool epoch, 2011-01-01T00:00:00Z, in seconds since 1970. */
const EPOCH = 1_293_840_000n;

/** The text form of a date: fraction digits (0 to 9), ending, and separator between day and time. */
interface TextForm {
  readonly digits: number;
  readonly zone: number;
  readonly separator: number;
}

const NO_ZONE = 0, ZULU = 1, OFFSET = 3;
const NO_TIME = 0, LETTER_T = 1, SPACE = 3;

const FULL_FORMS: readonly TextForm[] = [
  { digits: 0, zone: NO_ZONE, separator: NO_TIME },
  { digits: 0, zone: ZULU, separator: LETTER_T },
  { digits: 3, zone: ZULU, separator: LETTER_T },
  { digits: 7, zone: ZULU, separator: LETTER_T },
  { digits: 0, zone: OFFSET, separator: LETTER_T },
  { digits: 0, zone: NO_ZONE, separator: LETTER_T },
  { digits: 0, zone: NO_ZONE, separator: SPACE },
];

/** Forms of the tags EA to ED, which count seconds. */
const SECOND_FORMS: readonly TextForm[] = [FULL_FORMS[1], FULL_FORMS[5], FULL_FORMS[6], FULL_FORMS[4]];

/** The text of a date, and the offset of its end. */
export interface DateText {
  readonly text: string;
  readonly end: number;
}

/** Reads a date of RAW_FULL, tags E0 to E7: seconds since 1970 (8), nanoseconds (4), offset in minutes (2), zone index (2), and with E7 the form (2). */
export function readFullDate(reader: ByteReader, at: number): DateText {
  const tag = reader.byte(at);
  const seconds = reader.signedBig(at + 1, 8);
  const nanoseconds = reader.unsigned(at + 9, 4);
  const offset = Number(reader.signedBig(at + 13, 2));
  reader.slice(at + 15, 2);
  const form = tag === 0xe7 ? readForm(reader.unsigned(at + 17, 2), at) : FULL_FORMS[tag - 0xe0];
  return { text: render(seconds, nanoseconds, offset, form, at), end: at + (tag === 0xe7 ? 19 : 17) };
}

/** Reads a compact date, tags E8 to F1, which counts from 2011-01-01T00:00:00Z. */
export function readCompactDate(reader: ByteReader, at: number): DateText {
  const tag = reader.byte(at);
  if (tag <= 0xe9) {
    const size = tag - 0xe8 + 2;
    return { text: render(EPOCH + 86_400n * reader.signedBig(at + 1, size), 0, 0, FULL_FORMS[0], at), end: at + 1 + size };
  }
  if (tag <= 0xed) {
    const offset = tag === 0xed ? 15 * Number(reader.signedBig(at + 5, 1)) : 0;
    const seconds = EPOCH + reader.signedBig(at + 1, 4);
    return { text: render(seconds, 0, offset, SECOND_FORMS[tag - 0xea], at), end: at + (tag === 0xed ? 6 : 5) };
  }
  if (tag <= 0xef) {
    const size = tag - 0xee + 5;
    return { text: renderCount(reader.signedBig(at + 1, size), 0, FULL_FORMS[2], at), end: at + 1 + size };
  }
  if (tag === 0xf0) {
    const head = reader.byte(at + 1);
    const width = ((head >> 4) & 7) + 1;
    const form = checkForm({ digits: head & 15, zone: ZULU, separator: LETTER_T }, at);
    return { text: renderCount(reader.signedBig(at + 2, width), 0, form, at), end: at + 2 + width };
  }

  const head = reader.unsigned(at + 1, 2);
  const form = readForm(head & 0x1ff, at);
  const width = ((head >> 9) & 7) + 1;
  const count = reader.signedBig(at + 3, width);
  let end = at + 3 + width;
  let offset = 0;
  switch ((head >> 12) & 3) {
    case 1: offset = 15 * Number(reader.signedBig(end, 1)); end += 1; break;
    case 2: offset = Number(reader.signedBig(end, 2)); end += 2; break;
    case 3: offset = Number(reader.signedBig(end, 2)); end += 4; break;
  }
  if ((head >> 14) & 1) {
    return { text: render(EPOCH + count, reader.unsigned(end, 4), offset, form, at), end: end + 4 };
  }
  return { text: renderCount(count, offset, form, at), end };
}

function readForm(bits: number, at: number): TextForm {
  return checkForm({ digits: bits & 15, zone: (bits >> 4) & 7, separator: bits >> 7 }, at);
}

function checkForm(form: TextForm, at: number): TextForm {
  return form.digits <= 9 && form.zone <= 4 && form.separator <= 3 ? form : damaged("expected the form of a date's text", at);
}

/** Renders a count of 10^-digits seconds since 2011. */
function renderCount(count: bigint, offset: number, form: TextForm, at: number): string {
  const scale = 10n ** BigInt(form.digits);
  const seconds = floorDivide(count, scale);
  return render(EPOCH + seconds, Number(count - seconds * scale) * 10 ** (9 - form.digits), offset, form, at);
}

function render(seconds: bigint, nanoseconds: number, offset: number, form: TextForm, at: number): string {
  const local = seconds + 60n * BigInt(offset);
  const days = floorDivide(local, 86_400n);
  const day = civilDate(Number(days), at);
  if (form.separator === NO_TIME) {
    return day;
  }
  const second = Number(local - days * 86_400n);
  const time = `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
  const fraction = form.digits > 0 ? "." + String(nanoseconds).padStart(9, "0").slice(0, form.digits) : "";
  const minutes = Math.abs(offset);
  const ending = ["", "Z", "z", `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`, "-00:00"][form.zone];
  return `${day}${" Tt "[form.separator]}${time}${fraction}${ending}`;
}

/** Renders days since 1970 as YYYY-MM-DD of the proleptic Gregorian calendar, for the years 0 to 9999 (H. Hinnant, "chrono-compatible low-level date algorithms"). */
function civilDate(days: number, at: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  if (!(year >= 0 && year <= 9999)) {
    damaged("expected a date of the years 0 to 9999", at);
  }
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1)}`;
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor < 0n ? quotient - 1n : quotient;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
