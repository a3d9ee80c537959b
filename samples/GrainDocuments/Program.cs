// Stores the state of Orleans grains as documents.
//
//   dotnet run -c Release --project samples/GrainDocuments
using Blittable.Orleans;
using GrainDocuments;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans.Storage;

var builder = Host.CreateApplicationBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Error);
builder.UseOrleans(silo =>
{
    silo.UseLocalhostClustering();

    // This serializer works with every storage provider that accepts one. Memory storage replaces a database here.
    silo.Services.AddSingleton<IGrainStorageSerializer>(new BlittableGrainStorageSerializer());
    silo.AddMemoryGrainStorageAsDefault();
});
using var host = builder.Build();
await host.StartAsync();

var cart = host.Services.GetRequiredService<IGrainFactory>().GetGrain<ICartGrain>("Anna");
await cart.AddAsync("book", 12.50m);
var total = await cart.AddAsync("pen", 1.25m);
var stored = await cart.ReadAsync();
Console.WriteLine(stored);
await host.StopAsync();
return total == 13.75m && stored == "book, pen: 13.75" ? 0 : 1;
