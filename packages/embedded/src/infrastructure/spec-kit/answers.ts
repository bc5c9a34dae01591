const message = (kind: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(kind), length, content]);
};

const refusal = (text: string): Buffer => message('E', Buffer.from(`SFATAL\0VFATAL\0C57P03\0M${text}\0\0`));

/** What PostgreSQL says while it recovers from a crash. */
export const starting = refusal('the database system is starting up');
/** What it says once it was told to end. */
export const ending = refusal('the database system is shutting down');
/** What it says once it lets someone in. */
export const ready = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
