/**
 * Longest name that the server accepts; a spec compares it with the contract, which visitors need not
 * download.
 */
const most = 200;

/** The name to upload a file under: its own, shortened before the extension if too long. */
export const uploadName = (fileName: string): string => {
  const extension = /\.\w{1,10}$/.exec(fileName)?.[0] ?? '';
  return fileName.length > most ? fileName.slice(0, most - extension.length) + extension : fileName;
};
