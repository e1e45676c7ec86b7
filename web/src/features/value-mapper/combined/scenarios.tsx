import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import type { Scenario } from '@refugia/contract/value-mapper/scenarios.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy, Eye, EyeOff, Plus } from 'lucide-react';
import { useStore } from '../../../lib/store.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { DeleteButton } from '../../../ui/overlays/delete-button.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { SideNote, SmallHeading } from '../../../ui/style/typography.tsx';
import { processValuedRaster, storeValuation } from '../calls/raster-calls.ts';
import {
  deleteScenario,
  type KeptScenario,
  keepScenario,
  renameScenario,
  scenariosQuery,
} from '../calls/scenario-calls.ts';
import { DifferenceLegend } from '../layers/layer-legend.tsx';
import { changedByScenario, freeName } from '../state/scenarios.ts';
import { settingsOf } from '../state/valuation-settings.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import styles from './combine-panel.module.css';
import { Changes } from './scenario-changes.tsx';

const { maxScenarioNameCharacters: maxLength, maxScenarios } = limits.valueMapper;

const tell = (error: unknown) => showFailure(error, 'This did not work. Please try again.');

/** The project's scenarios: named curves and weights, of which the map shows one, or two side by side. */
export function Scenarios({ combination }: { combination: Combination }) {
  const { store, combined } = useWorkspace();
  const { scenario: shown } = useStore(combined);
  const queries = useQueryClient();
  const query = scenariosQuery(store.projectId);
  const { data, isError, refetch } = useQuery(query);
  const reload = () => queries.invalidateQueries({ queryKey: query.queryKey });
  const scenarios = data ?? [];
  const keeping = useKeeping({ name: 'Scenario', combination }, scenarios, reload);
  return (
    <section aria-label="Scenarios" className={styles.scenarios}>
      <SmallHeading level={4}>Scenarios</SmallHeading>
      {isError && (
        <RetryNotice onRetry={() => void refetch()}>The scenarios could not be loaded.</RetryNotice>
      )}
      {scenarios.length === 0 && !isError && (
        <SideNote>
          Keep the present curves and weights under a name, change them, and compare both.
        </SideNote>
      )}
      <ul className={styles.parts} aria-label="Kept scenarios">
        {scenarios.map((scenario) => (
          <ScenarioRow
            key={scenario.id}
            scenario={scenario}
            scenarios={scenarios}
            reload={reload}
          />
        ))}
      </ul>
      {shown !== null && <CompareWith scenario={shown} scenarios={scenarios} />}
      <div>
        <PanelButton
          icon={Plus}
          isPending={keeping.isPending}
          isDisabled={scenarios.length >= maxScenarios}
          onPress={() => keeping.mutate()}
        >
          Keep as scenario
        </PanelButton>
      </div>
    </section>
  );
}

interface RowProps {
  scenario: Scenario;
  scenarios: readonly Scenario[];
  reload: () => Promise<unknown>;
}

function ScenarioRow({ scenario, scenarios, reload }: RowProps) {
  const { combined } = useWorkspace();
  const { scenario: shown, compared } = useStore(combined);
  const { id, name, missing_layers: missing } = scenario;
  const isShown = shown?.id === id;
  const isWhole = missing.length === 0;
  const hide = () => combined.change({ scenario: null, compared: null });
  const { combination, curves } = scenario;
  const duplication = useKeeping({ name, combination, curves }, scenarios, reload);
  const use = useUse(scenario);
  return (
    <li className={styles.part} aria-label={name}>
      <EditableText
        isTitle
        label={`name of ${name}`}
        value={name}
        maxLength={maxLength}
        validate={(text) => (text === '' ? messages.required : undefined)}
        onSave={async (next) => {
          await renameScenario(scenario, next).catch((error: unknown) => {
            tell(error);
            throw error;
          });
          if (isShown) hide();
          await reload();
        }}
      />
      <div className={styles.actions}>
        <IconButton
          icon={isShown ? Eye : EyeOff}
          label={isShown ? `Hide ${name}` : `Show ${name}`}
          tip={isShown ? 'Hide' : 'Show on the map'}
          isDisabled={!isWhole}
          onPress={() => (isShown ? hide() : combined.change({ scenario, compared: null }))}
        />
        <IconButton
          icon={Check}
          label={`Use ${name} in the project`}
          tip="Use in the project"
          isDisabled={!isWhole || use.isPending}
          onPress={() => use.mutate()}
        />
        <IconButton
          icon={Copy}
          label={`Duplicate ${name}`}
          tip="Duplicate"
          isDisabled={!isWhole || duplication.isPending || scenarios.length >= maxScenarios}
          onPress={() => duplication.mutate()}
        />
        <DeleteButton
          name={name}
          title="Delete this scenario?"
          act={() => deleteScenario(id)}
          onDone={() => {
            if (isShown || compared?.id === id) hide();
            return reload();
          }}
          failure={tell}
        >
          “{name}” goes for good. The layers and their curves stay.
        </DeleteButton>
      </div>
      {use.isPending && <SideNote>Putting its curves back …</SideNote>}
      {!isWhole && (
        <SideNote>
          {missing.length === 1 ? 'A layer' : `${missing.length} layers`} of it{' '}
          {missing.length === 1 ? 'is' : 'are'} gone or without values.
        </SideNote>
      )}
    </li>
  );
}

/** Keeps a scenario under its name, or with a number behind it where another one has that. */
function useKeeping(
  { name: wanted, ...kept }: KeptScenario,
  scenarios: readonly Scenario[],
  reload: () => Promise<unknown>,
) {
  const { store } = useWorkspace();
  return useMutation({
    mutationFn: () => {
      const name = freeName(wanted, scenarios, maxLength);
      return keepScenario(store.projectId, { name, ...kept });
    },
    onSuccess: reload,
    onError: tell,
  });
}

/** Gives the project's layers the curves of a scenario where they have others, and combines them by its weights. */
function useUse(scenario: Scenario) {
  const { store, combined, tasks } = useWorkspace();
  const { layers } = useProject();
  return useMutation({
    mutationFn: async () => {
      for (const { layer, valued } of changedByScenario(scenario, layers)) {
        if (valued === null) continue;
        const id = await storeValuation(layer.id, settingsOf(valued));
        await processValuedRaster(id, 'genValRst');
        await processValuedRaster(id, 'genValImg');
      }
      await store.loadLayers(new AbortController().signal);
    },
    onSuccess() {
      combined.change({ scenario: null, compared: null });
      tasks.begin({ kind: 'process-combined', combination: scenario.combination });
    },
    onError: tell,
  });
}

const nobody = 'none';
const comparisons = [
  { id: 'side by side', label: 'Side by side' },
  { id: 'difference', label: 'By their difference' },
] as const;

/** The choice of another scenario, which the map shows at the other side of a line. */
function CompareWith({
  scenario,
  scenarios,
}: {
  scenario: Scenario;
  scenarios: readonly Scenario[];
}) {
  const { combined } = useWorkspace();
  const { compared, comparison } = useStore(combined);
  const others = scenarios.filter(
    ({ id, missing_layers }) => id !== scenario.id && missing_layers.length === 0,
  );
  if (others.length === 0) return null;
  return (
    <>
      <Select
        label={`Compare ${scenario.name} with`}
        options={[
          { id: nobody, label: 'Nothing' },
          ...others.map(({ id, name }) => ({ id: String(id), label: name })),
        ]}
        value={compared === null ? nobody : String(compared.id)}
        onChange={(id) =>
          combined.change({ compared: others.find((each) => String(each.id) === id) ?? null })
        }
      />
      {compared !== null && (
        <RadioGroup
          label="Show them"
          options={comparisons}
          value={comparison}
          onChange={(next) => combined.change({ comparison: next, swipeShare: 0.6 })}
        />
      )}
      {compared !== null && (
        <Changes key={`${scenario.id} ${compared.id}`} first={scenario} second={compared} />
      )}
      {compared !== null && comparison === 'difference' && (
        <DifferenceLegend first={scenario.name} second={compared.name} />
      )}
    </>
  );
}
