import { openS3, type S3Place } from '@groundswell/platform/s3';
import type { Storage } from './storage.js';

/** Attempts after the first one that found the store busy. */
const retries = 2;

/** Bytes of a drawn image, with room to spare. */
const longest = 20_000_000;

export const s3Storage = (place: S3Place): Storage => {
  const ask = openS3(place, retries);
  return {
    async put(name, content) {
      const response = await ask(`/uploads/${name}`, {
        method: 'PUT',
        body: new Uint8Array(content),
        headers: { 'content-type': 'image/webp' },
      });
      if (!response.ok) throw new Error(`the object store answered ${response.status}`);
    },
    async get(name) {
      const response = await ask(`/uploads/${name}`, { longest });
      if (response.ok) return response.body;
      if (response.status === 404) return undefined;
      throw new Error(`the object store answered ${response.status}`);
    },
  };
};
