using Blittable.Arrow.Tool;
using Blittable.Cli;

return await ArrowCommand.RunAsync(args, CommandStreams.OfProcess());
