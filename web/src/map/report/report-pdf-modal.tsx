import { limits } from '@refugia/contract/limits.ts';
import type { AskedReport } from '@refugia/contract/report.ts';
import { type PaperSize, paperSizes } from '@refugia/contract/report-paper.ts';
import { uploadFaults } from '@refugia/contract/upload.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../lib/api-errors.ts';
import { readAreaUnits, usualUnits } from '../../lib/area-units.ts';
import { saveAsFile } from '../../lib/save-as-file.ts';
import { callApi, useSession } from '../../lib/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { FileChooser } from '../../ui/files/file-chooser.tsx';
import { areaUnitOptions } from '../../ui/forms/area-units-choice.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Fault } from '../../ui/overlays/notice.tsx';
import type { GroundPicture, LocatorPicture } from '../locator/locator-map.tsx';

interface ReportPdfModalProps {
  /** The address of the call that makes the report. */
  path: string;
  title: string;
  locator: LocatorPicture | null;
  /** The base map of the report's own map. */
  ground?: GroundPicture | null;
  onClose: () => void;
  /** Settings that only this kind of report has, and their fields. */
  more?: Partial<AskedReport>;
  children?: ReactNode;
}

const { lineMaxLength, maxPictureBytes } = limits.report;
const paperNames: Readonly<Record<PaperSize, string>> = { a4: 'A4', letter: 'Letter' };

/** Asks what a report says of itself, and downloads it as a PDF from the server. */
export function ReportPdfModal({
  path,
  title,
  locator,
  ground = null,
  onClose,
  more,
  children,
}: ReportPdfModalProps) {
  const { account } = useSession();
  const [settings, setSettings] = useState<Settings>(() => ({
    title,
    author: account === null ? '' : `${account.first_name} ${account.last_name}`.trim(),
    organisation: account?.organization ?? '',
    paper: usualUnits(navigator.language) === 'both' ? 'letter' : 'a4',
    units: readAreaUnits(),
  }));
  const [logo, setLogo] = useState<File | null>(null);
  const faults =
    logo === null ? [] : uploadFaults(logo, { type: 'picture', maxBytes: maxPictureBytes });
  const download = useMutation({
    mutationFn: async () => {
      const body: AskedReport = {
        ...settings,
        ...more,
        ...(logo && { logo: await dataAddressOf(logo) }),
        ...(locator && isSendable(locator) && { locator: await drawn(locator) }),
        ...(ground &&
          isSendable(ground) && {
            ground: { ...(await drawn(ground)), bounds: [...ground.bounds] },
          }),
      };
      return await callApi<Blob>(path, { method: 'POST', body, asFile: true });
    },
    onSuccess: (pdf) => {
      saveAsFile(`${settings.title.replace(/[\\/:*?"<>|]+/g, '').trim() || 'report'}.pdf`, pdf);
      onClose();
    },
  });
  const submit = () => {
    if (faults.length === 0 && !download.isPending) download.mutate();
  };
  return (
    <Modal title="Download as PDF" onClose={onClose}>
      <Form onSubmit={submit}>
        <SettingFields settings={settings} onChange={setSettings} />
        {children}
        <FileChooser
          label="Logo (optional)"
          type="picture"
          maxBytes={maxPictureBytes}
          file={logo}
          faults={faults}
          isDisabled={download.isPending}
          onChoose={setLogo}
        />
        <Fault>
          {download.isError &&
            failureText(download.error, 'The report could not be made. Please try again.')}
        </Fault>
        <FormActions>
          <Button type="submit" isPending={download.isPending} isDisabled={faults.length > 0}>
            Download
          </Button>
        </FormActions>
      </Form>
    </Modal>
  );
}

type Settings = Required<
  Pick<AskedReport, 'title' | 'author' | 'organisation' | 'paper' | 'units'>
>;

interface SettingFieldsProps {
  settings: Settings;
  onChange: (settings: Settings) => void;
}

/** What every kind of report is asked for. */
function SettingFields({ settings, onChange }: SettingFieldsProps) {
  const field = (name: 'title' | 'author' | 'organisation', label: string) => (
    <TextField
      label={label}
      name={name}
      maxLength={lineMaxLength}
      value={settings[name]}
      onChange={(text) => onChange({ ...settings, [name]: text })}
    />
  );
  return (
    <>
      {field('title', 'Title')}
      {field('author', 'Author')}
      {field('organisation', 'Organization')}
      <Select
        label="Paper"
        options={paperSizes.map((id) => ({ id, label: paperNames[id] }))}
        value={settings.paper}
        onChange={(paper) => onChange({ ...settings, paper })}
      />
      <Select
        label="Areas in"
        options={areaUnitOptions}
        value={settings.units}
        onChange={(units) => onChange({ ...settings, units })}
      />
    </>
  );
}

const isSendable = ({ blob }: LocatorPicture) => blob.size <= maxPictureBytes;

const drawn = async ({ blob, credits }: LocatorPicture) => ({
  picture: await dataAddressOf(blob),
  credits,
});

function dataAddressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
