import { useState } from 'react';
import { Button } from '../../components/button/button.js';
import { FailureNotice } from '../attempt/failure-notice.js';
import { downloadCsv } from './download.js';

interface DownloadButtonProps {
  fileName: string;
  /** Asks for what stands in the file. */
  ask: () => Promise<string>;
}

/** Asks for comma-separated values and hands them over as a file. Why there is none is said until the next try. */
export const DownloadButton = ({ fileName, ask }: DownloadButtonProps) => {
  const [failure, setFailure] = useState<unknown>();
  const download = async () => {
    setFailure(undefined);
    try {
      downloadCsv(fileName, await ask());
    } catch (caught) {
      setFailure(caught);
    }
  };
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => void download()}>
        Download CSV
      </Button>
      {failure !== undefined && <FailureNotice title="The file could not be made" failure={failure} />}
    </>
  );
};
