using Blittable.Cli;

return await BlittableCommand.RunAsync(args, CommandStreams.OfProcess());
