import { CandlestickChart, LineChart, ScatterChart } from 'echarts/charts';
import { AxisPointerComponent, DataZoomInsideComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { EChart } from '../../../core/ui/picture/echart.ts';

const parts = [CandlestickChart, LineChart, ScatterChart, GridComponent, TooltipComponent, AxisPointerComponent, DataZoomInsideComponent];

export const openChart = (box: HTMLElement): EChart => new EChart(box, parts);
