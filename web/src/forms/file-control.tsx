import { useEffect, useRef, useState } from 'react';
import { postTo } from '../api/browser-client.js';
import { type ControlProps, describedBy } from './field-frame.js';
import styles from './form.module.css';
import type { FileField } from './form-field.js';
import { uploadName } from './upload-name.js';
import { patienceFor } from './upload-patience.js';

const uploadForm = (file: File, bucketName: string | undefined): FormData => {
  const form = new FormData();
  form.append('files[]', file);
  form.append('name', uploadName(file.name));
  if (bucketName) form.append('bucket_name', bucketName);
  return form;
};

/** The address in `{ uploaded_files: [{ url }] }`. */
const uploadedUrl = (body: unknown): string => {
  const files = (body as { uploaded_files?: { url?: unknown }[] } | undefined)?.uploaded_files;
  const url = files?.[0]?.url;
  if (typeof url !== 'string') throw new Error('The upload was answered without an address.');
  return url;
};

/**
 * Uploads a file as soon as it is chosen; its value is the upload's URL. The last choice counts: earlier
 * uploads are aborted.
 */
export const FileControl = ({ id, field, value, error, onChange, onBusy }: ControlProps<FileField>) => {
  const [failure, setFailure] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const choice = useRef(new AbortController());
  /** Upload address of the file the input shows. */
  const named = useRef<string>(undefined);
  // While the input still shows a file, that could not be chosen again.
  useEffect(() => {
    if (failure && input.current) input.current.value = '';
  }, [failure]);
  useEffect(() => {
    // The form was cleared.
    if (named.current === undefined || named.current === value || !input.current) return;
    named.current = undefined;
    input.current.value = '';
  }, [value]);
  const upload = async (file: File, signal: AbortSignal) => {
    if (field.maxBytes && file.size > field.maxBytes)
      return setFailure(`It’s larger than ${Math.floor(field.maxBytes / 1_048_576)} MB.`);
    onBusy(true);
    try {
      const form = uploadForm(file, field.bucketName);
      const limits = { signal, patience: patienceFor(file.size) };
      const url = uploadedUrl(await postTo(field.uploadUrl ?? '/api/upload_file/', form, limits));
      if (signal.aborted) return;
      named.current = url;
      onChange(url);
    } catch (caught) {
      if (signal.aborted) return;
      reportError(new Error('A file was not uploaded.', { cause: caught }));
      setFailure(caught instanceof Error ? caught.message : 'Something went wrong during the upload.');
    } finally {
      onBusy(false);
    }
  };
  const choose = (file: File | undefined) => {
    choice.current.abort();
    choice.current = new AbortController();
    named.current = undefined;
    setFailure(undefined);
    onChange('');
    if (file) void upload(file, choice.current.signal);
  };
  return (
    <>
      <input
        {...describedBy(id, field, error)}
        ref={input}
        className={styles.input}
        type="file"
        accept={field.accept}
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <p className={failure ? styles.error : styles.hint} role="status">
        {failure ? `We couldn’t upload the file. ${failure}` : value && 'Uploaded.'}
      </p>
    </>
  );
};
