import { useState } from 'react';
import { Button } from '../../components/button/button.js';
import { FailureNotice } from '../attempt/failure-notice.js';
import { downloadCsv } from './download.js';

interface DownloadButtonProps {
  fileName: string;
  /** Requests the file's content. */
  ask: () => Promise<string>;
}

/** Requests a CSV file and saves it. A failure is shown until the next try. */
export const DownloadButton = ({ fileName, ask }: DownloadButtonProps) => {
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      downloadCsv(fileName, await ask());
    } catch (caught) {
      setFailure(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="secondary" size="small" disabled={busy} onClick={() => void download()}>
        {busy ? 'Preparing…' : 'Download CSV'}
      </Button>
      {failure !== undefined && <FailureNotice title="We couldn’t create the file" failure={failure} />}
    </>
  );
};
