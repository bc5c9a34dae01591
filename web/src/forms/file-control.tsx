import { useState } from 'react';
import { postTo } from '../api/browser-client.js';
import { describedBy } from './field-frame.js';
import styles from './form.module.css';
import type { FieldValue, FileField } from './form-field.js';

interface FileControlProps {
  id: string;
  field: FileField;
  value: FieldValue;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
  onBusy: (busy: boolean) => void;
}

const uploadForm = (file: File, bucketName: string | undefined): FormData => {
  const form = new FormData();
  form.append('files[]', file);
  form.append('name', file.name);
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

/** Uploads a file as soon as it is chosen; holds the address of the upload. */
export const FileControl = ({ id, field, value, error, onChange, onBusy }: FileControlProps) => {
  const [failure, setFailure] = useState<string>();
  const upload = async (file: File) => {
    if (field.maxBytes && file.size > field.maxBytes)
      return setFailure(`It has more than ${Math.floor(field.maxBytes / 1_048_576)} MB.`);
    setFailure(undefined);
    onBusy(true);
    try {
      onChange(
        uploadedUrl(await postTo(field.uploadUrl ?? '/api/upload_file/', uploadForm(file, field.bucketName))),
      );
    } catch (caught) {
      reportError(new Error('A file was not uploaded.', { cause: caught }));
      setFailure(caught instanceof Error ? caught.message : 'The file could not be uploaded.');
    } finally {
      onBusy(false);
    }
  };
  return (
    <>
      <input
        {...describedBy(id, field, error)}
        className={styles.input}
        type="file"
        accept={field.accept}
        onChange={({ target }) => {
          onChange('');
          if (target.files?.[0]) void upload(target.files[0]);
        }}
      />
      <p className={failure ? styles.error : styles.hint} role="status">
        {failure ? `The file was not uploaded. ${failure}` : value && 'Uploaded.'}
      </p>
    </>
  );
};
