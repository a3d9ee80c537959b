// Both libraries behind one interface.
import * as msgpack from "@msgpack/msgpack";
import { addExtension, FLOAT32_OPTIONS, Packr } from "msgpackr";

/** An extension of a type that the libraries do not know. */
export class Extension {
  constructor(type, payload) {
    this.type = type;
    this.payload = payload;
  }
}

/** A timestamp of type -1, where a library tells more than milliseconds. */
export class Instant {
  constructor(...fields) {
    this.fields = fields;
  }
}

export const libraries = { "@msgpack/msgpack": ofMsgpack(), msgpackr: ofMsgpackr() };

function ofMsgpack() {
  const extensionCodec = {
    tryToEncode: () => null,
    decode: (payload, type) => {
      if (type !== msgpack.EXT_TIMESTAMP) return new Extension(type, payload);
      const { sec, nsec } = msgpack.decodeTimestampToTimeSpec(payload);
      return new Instant(sec, nsec);
    },
  };
  const options = { useBigInt64: true, extensionCodec };
  return {
    decode: (bytes) => msgpack.decode(bytes, options),
    decodeAll: (bytes) => [...msgpack.decodeMulti(bytes, options)],
    encode: (value) => msgpack.encode(value, typeof value === "bigint" ? { useBigInt64: true } : undefined),
    encodeSingle: (value) => msgpack.encode(value, { forceFloat32: true }),
    encodeExtension: (type, payload) => msgpack.encode(new msgpack.ExtData(type, new Uint8Array(payload))),
  };
}

function ofMsgpackr() {
  // This library determines an extension's type from its class.
  const classes = new Map();
  for (const type of [3, 4, 5, 100]) {
    const Class = class extends Extension {};
    addExtension({ type, Class, unpack: (payload) => new Class(type, Buffer.from(payload)), pack: (value) => value.payload });
    classes.set(type, Class);
  }

  const options = { useRecords: false, variableMapSize: true, mapsAsObjects: true, int64AsType: "bigint" };
  const packer = new Packr(options);
  const singles = new Packr({ ...options, useFloat32: FLOAT32_OPTIONS.ALWAYS });
  return {
    decode: (bytes) => packer.unpack(bytes),
    decodeAll: (bytes) => packer.unpackMultiple(bytes) ?? [],
    encode: (value) => packer.pack(value),
    encodeSingle: (value) => singles.pack(value),
    encodeExtension: (type, payload) => packer.pack(new (classes.get(type))(type, payload)),
  };
}
