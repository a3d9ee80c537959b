const TABLE = new Uint32Array(256).map((_, byte) => {
  let crc = byte;
  for (let i = 0; i < 8; i++) {
    crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return crc >>> 0;
});

/** Computes the CRC-32C (Castagnoli) of bytes. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff];
  }
  return (crc ^ 0xffffffff) >>> 0;
}
