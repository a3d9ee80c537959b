import { ByteReader } from "./bytes.js";

const MAGIC = [0xff, 0x42, 0x4c, 0x53];

/** Lists the documents of a file that the command wrote: all documents of a `.blits` file, or the document in a `.blit` file. */
export function* documentsOf(file: Uint8Array): Generator<Uint8Array> {
  if (!MAGIC.every((byte, i) => file[i] === byte)) {
    yield file;
    return;
  }
  const reader = new ByteReader(file);
  for (let at = MAGIC.length; at < file.length; ) {
    const length = reader.varint(at);
    yield reader.slice(length.end, length.value);
    at = length.end + length.value;
  }
}
