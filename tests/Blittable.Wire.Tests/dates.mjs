// The seven date schemas, implemented from their specification only. The library under test reads and writes their integers.
const secondsOfDay = 86400n;
const epoch2011 = 1293840000n;

const schemas = {
  MpFull: { cut: false, days: false, epoch: 0n },
  MpNonZero: { cut: true, days: false, epoch: 0n },
  TntEpoch: { cut: true, days: false, epoch: epoch2011 },
  MpDate: { cut: true, days: true, epoch: 0n },
  TntEpochDate: { cut: true, days: true, epoch: epoch2011 },
};

/** The fields [seconds, offset, zone, nanoseconds] of a payload, as big integers. */
export function readDate(library, schema, payload) {
  if (schema.startsWith("Raw")) {
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    const isShort = payload.byteLength === 8;
    return [view.getBigInt64(0, true), BigInt(isShort ? 0 : view.getInt16(12, true)), BigInt(isShort ? 0 : view.getUint16(14, true)), BigInt(isShort ? 0 : view.getUint32(8, true))];
  }

  const { days, epoch } = schemas[schema];
  const fields = payload.length === 0 ? [] : library.decodeAll(payload).map(BigInt);
  let seconds = fields.shift() ?? 0n;
  if (days) seconds = seconds * secondsOfDay + (fields.shift() ?? 0n);
  const [offset = 0n, zone = 0n, nanoseconds = 0n] = fields;
  return [seconds + epoch, BigInt.asIntN(16, offset), zone, nanoseconds];
}

/** The payload of [seconds, offset, zone, nanoseconds], all given as texts. */
export function writeDate(library, schema, value) {
  const [seconds, offset, zone, nanoseconds] = value.map(BigInt);
  if (schema.startsWith("Raw")) {
    const isShort = schema === "RawNonZero" && offset === 0n && zone === 0n && nanoseconds === 0n;
    const view = new DataView(new ArrayBuffer(isShort ? 8 : 16));
    view.setBigInt64(0, seconds, true);
    if (!isShort) {
      view.setUint32(8, Number(nanoseconds), true);
      view.setInt16(12, Number(offset), true);
      view.setUint16(14, Number(zone), true);
    }

    return new Uint8Array(view.buffer);
  }

  const { cut, days, epoch } = schemas[schema];
  const fields = [BigInt.asUintN(16, offset), zone, nanoseconds];
  const counted = seconds - epoch;
  if (days) {
    const second = ((counted % secondsOfDay) + secondsOfDay) % secondsOfDay;
    fields.unshift((counted - second) / secondsOfDay, second);
  } else {
    fields.unshift(counted);
  }

  while (cut && fields.length > 0 && fields.at(-1) === 0n) fields.pop();

  // Both libraries write 32-bit integers in their shortest form. msgpackr writes larger integers as float64.
  const isShort = (field) => field >= -(2n ** 31n) && field < 2n ** 32n;
  return Buffer.concat(fields.map((field) => library.encode(isShort(field) ? Number(field) : field)));
}
