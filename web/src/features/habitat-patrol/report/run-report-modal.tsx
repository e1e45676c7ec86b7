import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useState } from 'react';
import type { LocatorPicture } from '../../../map/locator/locator-map.tsx';
import { ReportPdfModal } from '../../../map/report/report-pdf-modal.tsx';
import { Select } from '../../../ui/forms/select.tsx';

interface RunReportModalProps {
  run: Run;
  locator: LocatorPicture | null;
  onClose: () => void;
}

const patchCounts = [0, 6, 12, limits.report.maxPatches];

/** Asks what the report of a run says of itself, and downloads it. */
export function RunReportModal({ run, locator, onClose }: RunReportModalProps) {
  const [patches, setPatches] = useState(patchCounts[1] ?? 0);
  return (
    <ReportPdfModal
      path={`/api/changedetection/runs/${run.id}/report.pdf`}
      title={run.name}
      locator={locator}
      onClose={onClose}
      more={{ patches }}
    >
      <Select
        label="Patches shown one by one"
        options={patchCounts.map((count) => ({
          id: String(count),
          label: count === 0 ? 'None' : `The largest ${count}`,
        }))}
        value={String(patches)}
        onChange={(count) => setPatches(Number(count))}
      />
    </ReportPdfModal>
  );
}
