import { Download } from 'lucide-react';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import type { ExportMenuProps } from './export-formats.tsx';

const ExportFormats = latePart<ExportMenuProps & { onClose: () => void }>(
  async () => (await import('./export-formats.tsx')).ExportFormats,
  { failure: 'toast', fallback: <ExportButton isPending /> },
);

/** Downloads a map, or one of its layers, as a file. */
export function ExportMenu(props: ExportMenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  return isWanted ? (
    <ExportFormats {...props} onClose={() => setIsWanted(false)} />
  ) : (
    <ExportButton onPress={() => setIsWanted(true)} />
  );
}

function ExportButton(props: { isPending?: boolean; onPress?: () => void }) {
  return (
    <PanelButton icon={Download} {...props}>
      Export
    </PanelButton>
  );
}
