/** Stores images. Names are hashes of the content, so that a stored image never changes. */
export interface Storage {
  put(name: string, content: Buffer): Promise<void>;
  /** Undefined when there is no image of that name. */
  get(name: string): Promise<Buffer | undefined>;
}
