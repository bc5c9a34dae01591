import type { Person } from '@groundswell/e2e';

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Stores an image, so that there is one to ask for. @returns its file's name */
export const uploadOne = async (url: string, staff: Person | undefined): Promise<string> => {
  const form = new FormData();
  form.append('files[]', new File([picture], 'wave.png', { type: 'image/png' }));
  const answer = await fetch(`${url}/api/upload_file/`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${staff?.access}` },
  });
  const { uploaded_files: files = [] } = (await answer.json()) as { uploaded_files?: { url: string }[] };
  return files[0]?.url.replace('/uploads/', '') ?? 'none';
};
