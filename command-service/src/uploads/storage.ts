/** Where images lie. Their names are hashes of their content, so that what is stored never changes. */
export interface Storage {
  put(name: string, content: Buffer): Promise<void>;
  /** Undefined when there is none of that name. */
  get(name: string): Promise<Buffer | undefined>;
}
