import { useState } from 'react';
import { Slider } from '../../../ui/forms/slider.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'slider'. */
export function SliderSection() {
  const [opacity, setOpacity] = useState(7);
  const [amplitude, setAmplitude] = useState(0.5);
  return (
    <Samples>
      <Sample title="0 to 10">
        <Slider label="Before-Image" value={opacity} onChange={setOpacity} />
      </Sample>
      <Sample title="Ends, step and format of its own">
        <Slider
          label="Amplitude"
          value={amplitude}
          onChange={setAmplitude}
          minValue={-2}
          maxValue={2}
          step={0.1}
          format={(value) => value.toFixed(1)}
        />
      </Sample>
      <Sample title="Disabled">
        <Slider label="Curvature" value={0} onChange={() => undefined} isDisabled />
      </Sample>
    </Samples>
  );
}
