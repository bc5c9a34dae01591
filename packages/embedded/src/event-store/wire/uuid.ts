const textual = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const none = Buffer.alloc(0);

/** The 16 bytes of a UUID given as text; empty when it is invalid. */
export const uuidFromText = (text: string): Buffer =>
  textual.test(text) ? Buffer.from(text.replaceAll('-', ''), 'hex') : none;

const hexCodes = Uint16Array.from({ length: 256 }, (_, byte) => {
  const [high = '0', low = '0'] = byte.toString(16).padStart(2, '0');
  return high.charCodeAt(0) | (low.charCodeAt(0) << 8);
});
const dash = 0x2d;

/** Writes the UUID at `start` of `bytes` as 36 lower-case characters; returns the offset after it. */
export const writeUuidText = (target: Buffer, bytes: Buffer, start: number, offset: number): number => {
  let at = offset;
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) target[at++] = dash;
    const codes = hexCodes[bytes[start + index] ?? 0] ?? 0;
    target[at++] = codes & 0xff;
    target[at++] = codes >> 8;
  }
  return at;
};
