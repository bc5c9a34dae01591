const message = (kind: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(kind), length, content]);
};

/** What PostgreSQL says while it recovers from a crash. */
export const starting = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0'),
);
/** What it says once it lets someone in. */
export const ready = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
